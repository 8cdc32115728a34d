/** Forty parents of the demo school, with names typical of a British town. */
const NAMES =
  'Amelia Okafor,Oliver Bennett,Zofia Nowak,Muhammad Rahman,Priya Patel,Jack Thompson,Chloe Williams,Ngozi Eze,Mateusz Kowalczyk,Sophie Clarke,' +
  'Harpreet Singh,Emily Davies,Daniel Cohen,Fatima Hussain,George Walker,Oksana Shevchenko,Liam Murphy,Grace Robinson,Wei Chen,Isla Campbell,' +
  'Ravi Sharma,Hannah Evans,Samuel Mensah,Lucy Turner,Ahmed Khalil,Megan Hughes,Thomas Wright,Ioana Popescu,Ella Morgan,Joshua Adebayo,' +
  'Charlotte Green,Yusuf Demir,Alice Baker,Benjamin Scott,Thi Nguyen,Ruby Phillips,Owen Jenkins,Maria Santos,Henry Carter,Aisha Begum';

/** A parent who gets the newsletters. */
export interface DemoSubscriber {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The demo school's subscribers; `.example` addresses reach nobody. */
export const DEMO_SUBSCRIBERS: readonly DemoSubscriber[] = NAMES.split(',').map((name) => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { firstName, lastName, email: `${firstName}.${lastName}@families.example`.toLowerCase() };
});
